import { kobo } from "@kontor/books/money";
import { MantineProvider } from "@mantine/core";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { theme } from "../../app/theme/theme.ts";
import { cssVariables } from "../../app/theme/variables.ts";
import { expectAccessible } from "../../testing/accessible.ts";
import { axisLabelLayout, axisLabelHeight } from "./axis-labels.ts";
import { BarChart, type BarChartProps } from "./bar-chart.tsx";
import { PieChart } from "./pie-chart.tsx";
import { pieSlices } from "./slices.ts";

const naira = (amount: number) => kobo(BigInt(Math.round(amount * 100)));

/** Scrolls everything that observes the viewport into view. */
let comeIntoView: () => void;

beforeEach(() => {
  const waiting: (() => void)[] = [];
  comeIntoView = () => {
    act(() => {
      for (const each of waiting) each();
    });
  };
  class Sight implements IntersectionObserver {
    readonly root = null;
    readonly rootMargin = "";
    readonly scrollMargin = "";
    readonly thresholds = [];
    readonly #seen: IntersectionObserverCallback;
    constructor(seen: IntersectionObserverCallback) {
      this.#seen = seen;
    }
    observe(): void {
      const entry = { isIntersecting: true } as IntersectionObserverEntry;
      waiting.push(() => this.#seen([entry], this));
    }
    unobserve(): void {}
    disconnect(): void {}
    takeRecords(): [] {
      return [];
    }
  }
  vi.stubGlobal("IntersectionObserver", Sight);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(chart: React.ReactNode): void {
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      {chart}
    </MantineProvider>,
  );
}

const flows: BarChartProps = {
  label: "Money in and out by month",
  axis: "Month",
  series: ["Money in", "Money out"],
  groups: [
    { label: "Feb 2026", amounts: [naira(1250.5), naira(0)] },
    { label: "Mar 2026", amounts: [naira(90_071_992_547_409.91), naira(-3)] },
  ],
  empty: "No money has moved yet",
};
const rowsOf = (name: string) =>
  within(screen.getByRole("table", { name }))
    .getAllByRole("row")
    .map((row) =>
      [...within(row).queryAllByRole("rowheader"), ...within(row).queryAllByRole("cell")].map(
        ({ textContent }) => textContent,
      ),
    );

describe("a bar chart", () => {
  test("has its figures to the kobo in a table, and shows them on demand", async () => {
    show(<BarChart {...flows} />);
    expect(rowsOf(flows.label)).toEqual([
      [],
      ["Feb 2026", "₦1,250.50", "₦0.00"],
      ["Mar 2026", "₦90,071,992,547,409.91", "(₦3.00)"],
    ]);
    fireEvent.click(screen.getByRole("button", { name: "Show figures" }));
    expect(screen.getByRole("button", { name: "Hide figures" })).toHaveAttribute(
      "aria-expanded",
      "true",
    );
    await expectAccessible();
  });

  test("is drawn only once it comes into view", async () => {
    show(<BarChart {...flows} />);
    expect(document.querySelector(".recharts-responsive-container")).toBeNull();
    comeIntoView();
    await waitFor(() =>
      expect(document.querySelector(".recharts-responsive-container")).not.toBeNull(),
    );
  });

  test("is drawn outside the viewport too once the page is idle, so that it can be printed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const originalMatchMedia = window.matchMedia;
    vi.stubGlobal("matchMedia", (media: string) =>
      Object.assign(originalMatchMedia(media), { matches: media === "(hover: hover)" }),
    );
    const idle: (() => void)[] = [];
    vi.stubGlobal("requestIdleCallback", (draw: () => void) => idle.push(draw));
    vi.stubGlobal("cancelIdleCallback", () => {});
    show(<BarChart {...flows} />);
    expect(idle).toEqual([]);
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    expect(document.querySelector(".recharts-responsive-container")).toBeNull();
    act(() => idle[0]?.());
    await waitFor(() =>
      expect(document.querySelector(".recharts-responsive-container")).not.toBeNull(),
    );
  });

  test("adds up stacked bars", () => {
    show(<BarChart {...flows} stacked />);
    expect(rowsOf(flows.label)[1]).toEqual(["Feb 2026", "₦1,250.50", "₦0.00", "₦1,250.50"]);
  });

  test("shows a text when there is nothing to draw", () => {
    show(<BarChart {...flows} groups={[{ label: "Mar 2026", amounts: [naira(0), naira(0)] }]} />);
    expect(screen.getByText("No money has moved yet")).toBeVisible();
    expect(screen.queryByRole("figure")).toBeNull();
  });
});

describe("the names below bars", () => {
  test("are complete on a wide screen and fewer on a phone, each with enough room", () => {
    expect(axisLabelLayout(1000, 8)).toEqual({ each: 1, room: 119 });
    expect(axisLabelLayout(260, 3)?.each).toBe(1);
    // On a phone eight departments have 32 pixels each, so every second one is named.
    expect(axisLabelLayout(260, 8)).toEqual({ each: 2, room: 59 });
    for (const groups of [4, 8, 12, 36]) {
      expect(axisLabelLayout(260, groups)?.room).toBeGreaterThanOrEqual(50);
    }
    // The drawing has no size yet.
    expect(axisLabelLayout(0, 8)).toBeNull();
  });

  test("get a second line when one of them needs it", () => {
    const names = ["Sales", "Human Resources"];
    expect(axisLabelHeight(names, 300)).toBe(28);
    expect(axisLabelHeight(names, 200)).toBe(44);
  });
});

describe("a pie", () => {
  test("lists its slices with amounts and shares, the largest first", async () => {
    const slices = [
      { label: "Rent", amount: naira(1) },
      { label: "Salaries", amount: naira(2) },
      { label: "Refunds", amount: naira(-1) },
      { label: "Nothing", amount: naira(0) },
    ];
    show(<PieChart label="Costs by group" parts="Group" slices={slices} empty="No costs yet" />);
    expect(rowsOf("Costs by group")).toEqual([
      [],
      ["Salaries", "₦2.00", "66.7%"],
      ["Rent", "₦1.00", "33.3%"],
      ["Refunds", "(₦1.00)", "–"],
      ["Total", "₦2.00", ""],
    ]);
    comeIntoView();
    await waitFor(() =>
      expect(document.querySelector(".recharts-responsive-container")).not.toBeNull(),
    );
    await waitFor(() => expect(document.querySelector(".recharts-pie")).not.toBeNull());
    expect(document.querySelectorAll("[aria-hidden] [tabindex='0']")).toHaveLength(0);
    await expectAccessible();
  });

  test("shows a text when there are no slices", () => {
    show(<PieChart label="Costs by group" parts="Group" slices={[]} empty="No costs yet" />);
    expect(screen.getByText("No costs yet")).toBeVisible();
  });

  test("merges the smallest slices, and its shares add up to the whole", () => {
    const drawn = pieSlices(
      Array.from({ length: 9 }, (_, index) => ({ label: `Group ${index}`, amount: naira(1) })),
    );
    expect(drawn).toHaveLength(7);
    expect(drawn.at(-1)).toMatchObject({ label: "Other", amount: naira(3) });
    expect(drawn.reduce((sum, { share }) => sum + (share ?? 0), 0)).toBe(1000);
  });
});
