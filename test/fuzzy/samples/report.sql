-- Orders of the last month, by customer.
CREATE TABLE IF NOT EXISTS orders (
    id          BIGINT PRIMARY KEY,
    customer_id BIGINT NOT NULL,
    status      VARCHAR(20) NOT NULL DEFAULT 'open',
    total_cents INTEGER NOT NULL,
    created_at  TIMESTAMP NOT NULL
);

CREATE INDEX orders_by_customer ON orders (customer_id, created_at);

INSERT INTO orders (id, customer_id, status, total_cents, created_at)
VALUES
    (1, 10, 'open', 1250, '2026-01-03 09:30:00'),
    (2, 10, 'paid', 9900, '2026-01-05 11:00:00'),
    (3, 11, 'void', 4100, '2026-01-09 17:45:00');

CREATE VIEW monthly_totals AS
SELECT
    customer_id,
    COUNT(*) AS order_count,
    SUM(total_cents) AS total_cents,
    MAX(created_at) AS last_order
FROM orders
WHERE status <> 'void' -- cancelled orders do not count
  AND created_at >= CURRENT_DATE - INTERVAL '1 month'
GROUP BY customer_id
HAVING SUM(total_cents) > 0;

UPDATE orders
SET status = 'late'
WHERE status = 'open'
  AND created_at < CURRENT_DATE - INTERVAL '30 days';

SELECT
    customers.name,
    customers.email,
    totals.order_count,
    totals.total_cents / 100.0 AS total
FROM monthly_totals AS totals
JOIN customers ON customers.id = totals.customer_id
LEFT JOIN discounts
    ON discounts.customer_id = customers.id
   AND discounts.expires_at > CURRENT_DATE
WHERE totals.order_count > 3
ORDER BY totals.total_cents DESC
LIMIT 50;
