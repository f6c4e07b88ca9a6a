# frozen_string_literal: true

require "bigdecimal"
require "date"

module Accounts
  # An account with its entries in order of time.
  class Ledger
    Entry = Struct.new(:date, :amount, :memo, keyword_init: true)

    attr_reader :owner, :entries

    def initialize(owner)
      @owner = owner
      @entries = []
      @limit = BigDecimal("0")
    end

    def deposit(amount, memo: "deposit", date: Date.today)
      raise ArgumentError, "amount must be positive" unless amount.positive?

      entries << Entry.new(date: date, amount: amount, memo: memo)
      self
    end

    def withdraw(amount, memo: "withdrawal", date: Date.today)
      raise ArgumentError, "amount must be positive" unless amount.positive?
      raise "insufficient funds" if balance - amount < @limit

      entries << Entry.new(date: date, amount: -amount, memo: memo)
      self
    end

    def balance(on: nil)
      selected = on ? entries.select { |entry| entry.date <= on } : entries
      selected.sum(BigDecimal("0"), &:amount) # zero for no entries
    end

    def statement
      total = BigDecimal("0")
      entries.sort_by(&:date).map do |entry|
        total += entry.amount
        format("%-10s %12s %12s  %s",
               entry.date.iso8601,
               entry.amount.to_s("F"),
               total.to_s("F"),
               entry.memo)
      end
    end

    def transfer(target, amount)
      withdraw(amount, memo: "to #{target.owner}")
      target.deposit(amount, memo: "from #{owner}")
    rescue ArgumentError => e
      warn "transfer failed: #{e.message}"
      false
    end
  end
end
