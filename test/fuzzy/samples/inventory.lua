local Inventory = {}
Inventory.__index = Inventory

local MAX_STACK = 64

-- Creates an empty inventory.
function Inventory.new(capacity)
  local self = setmetatable({}, Inventory)
  self.capacity = capacity or 20
  self.slots = {}
  self.listeners = {}
  return self
end

function Inventory:count(name)
  local total = 0
  for _, slot in ipairs(self.slots) do
    if slot.name == name then
      total = total + slot.amount
    end
  end
  return total
end

function Inventory:add(name, amount)
  assert(amount > 0, "amount must be positive")
  for _, slot in ipairs(self.slots) do
    if slot.name == name and slot.amount < MAX_STACK then
      local taken = math.min(amount, MAX_STACK - slot.amount)
      slot.amount = slot.amount + taken
      amount = amount - taken
    end
  end
  while amount > 0 and #self.slots < self.capacity do
    local taken = math.min(amount, MAX_STACK)
    table.insert(self.slots, { name = name, amount = taken })
    amount = amount - taken
  end
  self:notify("add", name)
  return amount -- what did not fit
end

function Inventory:remove(name, amount)
  local left = amount
  for index = #self.slots, 1, -1 do
    local slot = self.slots[index]
    if slot.name == name then
      local taken = math.min(left, slot.amount)
      slot.amount = slot.amount - taken
      left = left - taken
      if slot.amount == 0 then
        table.remove(self.slots, index)
      end
    end
  end
  self:notify("remove", name)
  return left == 0
end

function Inventory:notify(event, name)
  for _, listener in ipairs(self.listeners) do
    listener(event, name)
  end
end

return Inventory
