package shop.orders;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes orders, prices them and remembers what became of each.
 *
 * Not safe for use before {@link #open()}.
 */
public class OrderService {
    private static final int MAX_LINES = 200;
    private static final BigDecimal FREE_SHIPPING_FROM = new BigDecimal("49.90");

    private final Map<String, Order> orders = new ConcurrentHashMap<>();
    private final PriceList prices;
    private final Notifier notifier;
    private boolean opened;

    public OrderService(PriceList prices, Notifier notifier) {
        this.prices = prices;
        this.notifier = notifier;
    }

    public void open() {
        if (opened) {
            throw new IllegalStateException("already open");
        }
        opened = true;
    }

    /**
     * Place an order.
     *
     * @param customer who pays
     * @param lines what is bought, at most {@value #MAX_LINES} lines
     * @return the priced order
     */
    public Order place(String customer, List<OrderLine> lines) {
        if (lines.isEmpty() || lines.size() > MAX_LINES) {
            throw new IllegalArgumentException("an order has 1 to " + MAX_LINES + " lines");
        }
        BigDecimal total = BigDecimal.ZERO;
        List<OrderLine> accepted = new ArrayList<>();
        for (OrderLine line : lines) {
            BigDecimal price = prices.priceOf(line.article());
            if (price == null) {
                // An article that is no longer sold does not spoil the rest of the order.
                notifier.warn(customer, "unknown article " + line.article());
                continue;
            }
            total = total.add(price.multiply(BigDecimal.valueOf(line.amount())));
            accepted.add(line);
        }
        if (total.compareTo(FREE_SHIPPING_FROM) < 0) {
            total = total.add(prices.shipping());
        }
        Order order = new Order(nextId(), customer, accepted, total, Instant.now());
        orders.put(order.id(), order);
        notifier.confirm(customer, order);
        return order;
    }

    public Optional<Order> find(String id) {
        return Optional.ofNullable(orders.get(id));
    }

    public boolean cancel(String id, String reason) {
        Order order = orders.get(id);
        if (order == null || order.isShipped()) {
            return false;
        }
        orders.remove(id);
        notifier.cancelled(order.customer(), id, reason);
        return true;
    }

    public boolean ship(String id, String tracking) {
        Order order = orders.get(id);
        if (order == null || order.isShipped()) {
            return false;
        }
        orders.put(id, order.shipped(tracking));
        notifier.shipped(order.customer(), id, tracking);
        return true;
    }

    private String nextId() {
        return Long.toHexString(System.nanoTime());
    }
}
