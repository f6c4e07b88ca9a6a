package example.cache

import java.time.Clock
import java.time.Duration
import java.time.Instant

/** A cache whose entries expire. */
class Cache<K : Any, V : Any>(
    private val maxSize: Int,
    private val timeToLive: Duration,
    private val clock: Clock = Clock.systemUTC(),
) {
    private data class Entry<V>(val value: V, val storedAt: Instant)

    private val entries = LinkedHashMap<K, Entry<V>>(16, 0.75f, true)

    val size: Int
        get() = entries.size

    fun get(key: K): V? {
        val entry = entries[key] ?: return null
        if (isExpired(entry)) {
            entries.remove(key)
            return null
        }
        return entry.value
    }

    fun put(key: K, value: V) {
        require(maxSize > 0) { "maxSize must be positive" }
        entries[key] = Entry(value, clock.instant())
        while (entries.size > maxSize) {
            val eldest = entries.keys.first()
            entries.remove(eldest)
        }
    }

    inline fun getOrPut(key: K, create: () -> V): V {
        val known = get(key)
        if (known != null) {
            return known
        }
        val created = create()
        put(key, created)
        return created
    }

    fun evictExpired(): Int {
        val expired = entries.filterValues { isExpired(it) }.keys
        expired.forEach { entries.remove(it) }
        return expired.size // number of removed entries
    }

    private fun isExpired(entry: Entry<V>): Boolean =
        Duration.between(entry.storedAt, clock.instant()) > timeToLive
}
