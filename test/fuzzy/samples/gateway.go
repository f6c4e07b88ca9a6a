// Package gateway forwards requests to backends and keeps count of what they did.
package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// ErrNoBackend says that no backend was healthy when a request came in.
var ErrNoBackend = errors.New("gateway: no healthy backend")

const (
	defaultTimeout  = 5 * time.Second
	maxRetries      = 3
	unhealthyAfter  = 4
	recoverInterval = 30 * time.Second
)

// Backend is one server behind the gateway.
type Backend struct {
	Name     string
	Address  string
	failures int
	lastSeen time.Time
}

func (b *Backend) healthy(now time.Time) bool {
	if b.failures < unhealthyAfter {
		return true
	}
	return now.Sub(b.lastSeen) > recoverInterval
}

// Gateway picks a backend for each request.
type Gateway struct {
	mu       sync.Mutex
	backends []*Backend
	next     int
	client   *http.Client
	counts   map[string]int
}

// New makes a gateway for the given backends.
func New(backends []*Backend) *Gateway {
	return &Gateway{
		backends: backends,
		client:   &http.Client{Timeout: defaultTimeout},
		counts:   make(map[string]int),
	}
}

func (g *Gateway) pick(now time.Time) (*Backend, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for range g.backends {
		candidate := g.backends[g.next%len(g.backends)]
		g.next++
		if candidate.healthy(now) {
			return candidate, nil
		}
	}
	return nil, ErrNoBackend
}

// Forward sends a request to one backend after another until one answers.
func (g *Gateway) Forward(ctx context.Context, path string) (*http.Response, error) {
	var last error
	for attempt := 0; attempt < maxRetries; attempt++ {
		backend, err := g.pick(time.Now())
		if err != nil {
			return nil, err
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, backend.Address+path, nil)
		if err != nil {
			return nil, fmt.Errorf("gateway: building request: %w", err)
		}
		response, err := g.client.Do(request)
		if err == nil {
			g.succeed(backend)
			return response, nil
		}
		// A cancelled request says nothing about the backend.
		if errors.Is(err, context.Canceled) {
			return nil, err
		}
		g.fail(backend)
		last = err
	}
	return nil, fmt.Errorf("gateway: gave up after %d attempts: %w", maxRetries, last)
}

func (g *Gateway) succeed(b *Backend) {
	g.mu.Lock()
	defer g.mu.Unlock()
	b.failures = 0
	b.lastSeen = time.Now()
	g.counts[b.Name]++
}

func (g *Gateway) fail(b *Backend) {
	g.mu.Lock()
	defer g.mu.Unlock()
	b.failures++
	b.lastSeen = time.Now()
}

// Count says how many requests a backend answered.
func (g *Gateway) Count(name string) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.counts[name]
}

func statusText(response *http.Response) string {
	switch {
	case response.StatusCode >= 500:
		return "server error"
	case response.StatusCode >= 400:
		return "client error"
	default:
		return "ok"
	}
}
