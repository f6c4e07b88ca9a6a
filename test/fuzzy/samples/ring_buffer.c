#include <stdlib.h>
#include <string.h>

#define RING_MIN_CAPACITY 16

/* A buffer that overwrites its oldest entries. */
struct ring {
	size_t capacity;
	size_t head;
	size_t count;
	int *values;
};

static size_t ring_index(const struct ring *ring, size_t offset)
{
	return (ring->head + offset) % ring->capacity;
}

struct ring *ring_create(size_t capacity)
{
	struct ring *ring = malloc(sizeof(*ring));

	if (ring == NULL)
		return NULL;
	if (capacity < RING_MIN_CAPACITY)
		capacity = RING_MIN_CAPACITY;
	ring->values = calloc(capacity, sizeof(*ring->values));
	if (ring->values == NULL) {
		free(ring);
		return NULL;
	}
	ring->capacity = capacity; /* fixed from here on */
	ring->head = 0;
	ring->count = 0;
	return ring;
}

void ring_push(struct ring *ring, int value)
{
	size_t slot = ring_index(ring, ring->count);

	ring->values[slot] = value;
	if (ring->count < ring->capacity)
		ring->count++;
	else
		ring->head = ring_index(ring, 1);
}

int ring_pop(struct ring *ring, int fallback)
{
	int value;

	if (ring->count == 0)
		return fallback;
	value = ring->values[ring->head];
	ring->head = ring_index(ring, 1);
	ring->count--;
	return value;
}

long ring_sum(const struct ring *ring,
	      int (*weigh)(int value),
	      long start)
{
	long total = start;

	for (size_t at = 0; at < ring->count; at++) {
		int value = ring->values[ring_index(ring, at)];

		total += weigh != NULL ? weigh(value)
				       : value;
	}
	return total;
}

void ring_free(struct ring *ring)
{
	if (ring == NULL)
		return;
	free(ring->values);
	free(ring);
}
