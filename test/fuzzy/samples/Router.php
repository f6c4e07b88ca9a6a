<?php

declare(strict_types=1);

namespace Example\Http;

use Closure;
use InvalidArgumentException;

/**
 * Maps methods and paths to handlers.
 */
final class Router
{
    /** @var array<string, array<string, Closure>> */
    private array $routes = [];

    private ?Closure $fallback = null;

    public function get(string $path, Closure $handler): self
    {
        return $this->add('GET', $path, $handler);
    }

    public function post(string $path, Closure $handler): self
    {
        return $this->add('POST', $path, $handler);
    }

    public function add(string $method, string $path, Closure $handler): self
    {
        if ($path === '' || $path[0] !== '/') {
            throw new InvalidArgumentException("path must start with a slash: $path");
        }
        $this->routes[strtoupper($method)][$path] = $handler;

        return $this;
    }

    public function otherwise(Closure $handler): void
    {
        $this->fallback = $handler;
    }

    public function dispatch(string $method, string $uri): mixed
    {
        $path = parse_url($uri, PHP_URL_PATH) ?: '/';
        foreach ($this->routes[strtoupper($method)] ?? [] as $pattern => $handler) {
            $regex = '#^' . preg_replace('/\{(\w+)\}/', '(?<$1>[^/]+)', $pattern) . '$#';
            if (preg_match($regex, $path, $matches) === 1) {
                $arguments = array_filter(
                    $matches,
                    static fn ($key) => is_string($key),
                    ARRAY_FILTER_USE_KEY,
                );
                return $handler(...$arguments);
            }
        }
        if ($this->fallback !== null) {
            return ($this->fallback)($path); // the handler for unknown paths
        }
        return null;
    }
}
