# Builds the library and its tests.
CC      ?= cc
CFLAGS  ?= -O2 -Wall -Wextra
PREFIX  ?= /usr/local
BUILD   := build

SOURCES := $(wildcard src/*.c)
OBJECTS := $(patsubst src/%.c,$(BUILD)/%.o,$(SOURCES))
TESTS   := $(wildcard test/*.c)

.PHONY: all clean install test

all: $(BUILD)/libexample.a

$(BUILD):
	mkdir -p $@

$(BUILD)/%.o: src/%.c | $(BUILD)
	$(CC) $(CFLAGS) -Iinclude -c $< -o $@

$(BUILD)/libexample.a: $(OBJECTS)
	ar rcs $@ $^
	ranlib $@

$(BUILD)/test-%: test/%.c $(BUILD)/libexample.a
	$(CC) $(CFLAGS) -Iinclude $< -o $@ -L$(BUILD) -lexample

test: $(patsubst test/%.c,$(BUILD)/test-%,$(TESTS))
	@for program in $^; do \
		echo "running $$program"; \
		$$program || exit 1; \
	done

install: all
	install -d $(DESTDIR)$(PREFIX)/lib
	install -m 644 $(BUILD)/libexample.a $(DESTDIR)$(PREFIX)/lib
	install -d $(DESTDIR)$(PREFIX)/include
	install -m 644 include/example.h $(DESTDIR)$(PREFIX)/include

ifeq ($(DEBUG),1)
CFLAGS += -g -fsanitize=address
else
CFLAGS += -DNDEBUG
endif

clean:
	rm -rf $(BUILD)
