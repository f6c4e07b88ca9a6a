import { expect, it } from "vitest";
import { BoundedNews } from "../../../src/adapters/remote/host/bounded-news.js";

const progress = { type: "progress", update: { message: "m" } } as const;

it("BoundedNews takes a thousand updates and logs a second, and again in the next one", () => {
  let now = 5_000;
  const bounds = new BoundedNews(() => now);
  const taken = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      bounds.bounded(index % 2 === 0 ? progress : { type: "log", text: "t" }),
    ).filter((news) => news !== undefined).length;
  expect(taken(3_000)).toBe(1_000);
  now += 999;
  expect(taken(10)).toBe(0);
  now += 1;
  expect(taken(3_000)).toBe(1_000);
});

it("BoundedNews takes changes and questions although updates are beyond their limit", () => {
  const bounds = new BoundedNews(() => 0);
  for (let index = 0; index < 5_000; index += 1) bounds.bounded(progress);
  const change = { type: "change", change: { path: "/a", type: "update" } } as never;
  const question = { type: "question", id: "1", question: { reason: "r" } } as never;
  expect(bounds.bounded(progress)).toBeUndefined();
  expect([bounds.bounded(change), bounds.bounded(question)]).toEqual([change, question]);
});

it("BoundedNews passes on only known members of an update, with texts of bounded length", () => {
  const update = { message: "m".repeat(70_000), output: `${"o".repeat(70_000)}end`, total: "7", other: 1 };
  const taken = new BoundedNews(() => 0).bounded({ type: "progress", update: update as never });
  expect(taken).toEqual({
    type: "progress",
    update: { message: "m".repeat(65_536), output: `${"o".repeat(65_533)}end` },
  });
});
