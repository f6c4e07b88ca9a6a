/** Messages that may wait for a host; beyond that, progress and logs are dropped, results never. */
const MAX_WAITING_MESSAGES = 10_000;

const NOW = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

interface Script {
  readonly numberOfKeys: number;
  readonly lua: string;
}

/**
 * Scripts that Redis runs atomically. Times are those of Redis, so no other clock matters.
 *
 * The record of a call is a hash: `s` the state (`started`, `finished`, `cancelled`), `t` the token of the worker that
 * started it, `c` the files known to be changed, one JSON value per line, `p` the last progress, `n` how many workers were
 * lost with it, `h` and `e` the stream and entry that hold its result.
 */
export const LUA_SCRIPTS = {
  // stream; the first entry to keep, how long to keep the rest
  colletTrim: {
    numberOfKeys: 1,
    lua: "redis.call('PEXPIRE', KEYS[1], ARGV[2])\nreturn redis.call('XTRIM', KEYS[1], 'MINID', ARGV[1])",
  },
  // record; recordMs -> how often the call was found without its worker
  colletCount: {
    numberOfKeys: 1,
    lua: "local count = redis.call('HINCRBY', KEYS[1], 'n', 1)\nredis.call('PEXPIRE', KEYS[1], math.max(tonumber(ARGV[1]), redis.call('PTTL', KEYS[1])))\nreturn count",
  },
  colletExpire: { numberOfKeys: 1, lua: "return redis.call('PEXPIRE', KEYS[1], ARGV[1])" },
  colletLast: {
    numberOfKeys: 1,
    lua: "local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]\nreturn last and last[1] or '0'",
  },
  colletNow: { numberOfKeys: 0, lua: `${NOW}\nreturn now` },
  // lease, fence, released; token, leaseMs -> the number of the new owner and the owner that released the workspace last; if
  // another worker owns it: 0, its token, and the remaining milliseconds of its lease
  colletAcquire: {
    numberOfKeys: 3,
    lua: `local owner = redis.call('GET', KEYS[1])
if owner then return {0, owner, redis.call('PTTL', KEYS[1])} end
local fence = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
local released = redis.call('GET', KEYS[3]) or ''
redis.call('DEL', KEYS[3])
return {fence, released}`,
  },
  // lease, fence; token, leaseMs, fence number -> whether the lease still belongs to the caller, or was unclaimed and
  // belongs to it again
  colletRenew: {
    numberOfKeys: 2,
    lua: `local owner = redis.call('GET', KEYS[1])
if owner == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 1
end
if owner then return 0 end
local fence = redis.call('GET', KEYS[2])
if fence and fence ~= ARGV[3] then return 0 end
redis.call('SET', KEYS[2], ARGV[3])
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`,
  },
  // lease, released; token, marker that its owner has finished (empty if it has not), how long the marker is kept
  colletRelease: {
    numberOfKeys: 2,
    lua: `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] ~= '' then redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3]) end
return redis.call('DEL', KEYS[1])`,
  },
  // epoch, fence; an id for a new epoch, the highest fence seen -> the current epoch of Redis, the fence
  colletEpoch: {
    numberOfKeys: 2,
    lua: `local run = string.match(tostring(redis.pcall('INFO', 'server')), 'run_id:(%w+)') or ''
local known = redis.call('HMGET', KEYS[1], 'id', 'run')
local fence = tonumber(redis.call('GET', KEYS[2]) or '0')
if not known[1] or known[2] ~= run or fence < tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[1], 'id', ARGV[1], 'run', run)
  if fence < tonumber(ARGV[2]) then redis.call('SET', KEYS[2], ARGV[2]) end
  return {ARGV[1], math.max(fence, tonumber(ARGV[2]))}
end
return {known[1], fence}`,
  },
  // record; token, lifetime -> whether the call still belongs to its worker; restores forgotten fields
  colletKeep: {
    numberOfKeys: 1,
    lua: `local known = redis.call('HMGET', KEYS[1], 's', 't')
if known[1] and (known[1] ~= 'started' or known[2] ~= ARGV[1]) then return 0 end
if not known[1] then redis.call('HSET', KEYS[1], 's', 'started', 't', ARGV[1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`,
  },
  // record, lease; token, notAfter, recordMs, margin -> the action, and what is known
  colletBegin: {
    numberOfKeys: 2,
    lua: `local known = redis.call('HMGET', KEYS[1], 's', 't', 'c', 'p')
if known[1] == 'started' and known[2] == ARGV[1] then return {'running', known[3] or '', known[4] or ''} end
if known[1] then return {known[1], known[3] or '', known[4] or ''} end
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return {'fenced'} end
${NOW}
if now > tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[1], 's', 'cancelled')
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return {'late'}
end
redis.call('HSET', KEYS[1], 's', 'started', 't', ARGV[1])
redis.call('PEXPIRE', KEYS[1], math.max(tonumber(ARGV[3]), tonumber(ARGV[2]) - now + tonumber(ARGV[4])))
return {'go'}`,
  },
  // record, host stream; message, recordMs -> whether this was the first result
  colletFinish: {
    numberOfKeys: 2,
    lua: `local known = redis.call('HMGET', KEYS[1], 's', 'c', 'p')
if known[1] == 'finished' then return 0 end
local entry = redis.call('XADD', KEYS[2], '*', 'm', ARGV[1])
redis.call('HSET', KEYS[1], 's', 'finished', 'h', KEYS[2], 'e', entry)
if known[2] or known[3] then redis.call('HDEL', KEYS[1], 'c', 'p') end
redis.call('PEXPIRE', KEYS[1], math.max(tonumber(ARGV[2]), redis.call('PTTL', KEYS[1])))
return 1`,
  },
  // record, host stream; message, field, value
  colletTell: {
    numberOfKeys: 2,
    lua: `if ARGV[2] ~= '' and redis.call('HGET', KEYS[1], 's') == 'started' then
  if ARGV[2] == 'c' then
    redis.call('HSET', KEYS[1], 'c', (redis.call('HGET', KEYS[1], 'c') or '') .. ARGV[3] .. '\\n')
  else
    redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
  end
end
if ARGV[2] == 'p' and redis.call('XLEN', KEYS[2]) > ${MAX_WAITING_MESSAGES} then return 0 end
redis.call('XADD', KEYS[2], '*', 'm', ARGV[1])
return 1`,
  },
  // record, lease, active jobs; mode ('look' or 'cancel'), recordMs, job -> state, then its details
  colletSettle: {
    numberOfKeys: 3,
    lua: `local known = redis.call('HMGET', KEYS[1], 's', 't', 'c', 'p', 'h', 'e')
local owner = redis.call('GET', KEYS[2]) or ''
if known[1] == 'finished' then
  local entries = redis.call('XRANGE', known[5] or '', known[6] or '-', known[6] or '-')
  return {'finished', entries[1] and entries[1][2][2] or ''}
end
if known[1] == 'started' then
  if known[2] == owner then return {'running', owner} end
  redis.call('HSET', KEYS[1], 's', 'finished')
  redis.call('HDEL', KEYS[1], 't')
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return {'lost', known[3] or '', known[4] or ''}
end
local taken = redis.call('LPOS', KEYS[3], ARGV[3]) and 'taken' or ''
if known[1] then return {known[1], owner, taken} end
if ARGV[1] == 'cancel' then
  redis.call('HSET', KEYS[1], 's', 'cancelled')
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return {'cancelled', owner, taken}
end
return {'none', owner}`,
  },
} as const satisfies Record<string, Script>;

/** Name of a script. */
export type ScriptName = keyof typeof LUA_SCRIPTS;
