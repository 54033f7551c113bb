import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";

import { clearSession, expireSession, startSession } from "../session.ts";
import { useStoredDraft } from "./stored-draft.ts";

const key = "kontor:draft:1:screen";
const drafts = () => Object.keys(localStorage).filter((each) => each.startsWith("kontor:draft"));

/** A screen with untouched input. @param several whether each visit starts a new record. */
function openScreen(several = false) {
  return renderHook(
    // Some screens create a new value on each render.
    ({ typed }) =>
      useStoredDraft({ screen: "screen", value: { typed }, touched: typed !== "", several }),
    { initialProps: { typed: "" } },
  );
}

beforeEach(() => {
  localStorage.clear();
  // Another test file may have left a page of the portal open, which has drafts of its own.
  window.history.replaceState(null, "", "/app");
  startSession({ access_token: "a", user_type: "staff", is_super: false, admin_id: 1 });
});

describe("input of the last moment, when the screen closes", () => {
  test("is stored when the session has ended", () => {
    const { rerender, unmount } = openScreen();
    rerender({ typed: "the last words" });
    expect(drafts()).toEqual([]);
    expireSession(window.location);
    unmount();
    expect(localStorage.getItem(key)).toContain("the last words");
  });

  test("is not stored when nothing was typed, or when it was saved", () => {
    openScreen().unmount();
    const { result, rerender, unmount } = openScreen();
    rerender({ typed: "saved words" });
    act(() => result.current.forget());
    rerender({ typed: "saved words" });
    unmount();
    expect(drafts()).toEqual([]);
  });

  test("is not stored after a logout", () => {
    const { rerender, unmount } = openScreen();
    rerender({ typed: "words" });
    clearSession();
    unmount();
    expect(drafts()).toEqual([]);
  });
});

describe("two windows of the same form", () => {
  const offered = ({ found }: { found: { value: unknown } | null }) => found?.value;

  test("keep a draft each, and a save removes only its own", () => {
    const one = openScreen(true);
    const two = openScreen(true);
    one.rerender({ typed: "of the first" });
    two.rerender({ typed: "of the second" });
    act(() => void window.dispatchEvent(new Event("pagehide")));
    one.rerender({ typed: "of the first, more" });
    act(() => void window.dispatchEvent(new Event("pagehide")));
    expect(localStorage.getItem(key)).toContain("of the second");
    act(() => two.result.current.forget());
    two.unmount();
    expect(localStorage.getItem(key)).not.toContain("of the second");

    const three = openScreen(true);
    expect(offered(three.result.current)).toEqual({ typed: "of the first, more" });
    act(() => three.result.current.discard());
    expect(offered(three.result.current)).toBeUndefined();
    one.unmount();
    expect(drafts()).toEqual([]);
  });

  test("offer the drafts one after the other, and replace the one that is taken", () => {
    for (const typed of ["older", "newer"]) {
      const { rerender, unmount } = openScreen(true);
      rerender({ typed });
      unmount();
    }
    const { result, rerender, unmount } = openScreen(true);
    expect(offered(result.current)).toEqual({ typed: "newer" });
    act(() => result.current.taken());
    rerender({ typed: "newer, continued" });
    unmount();
    expect(localStorage.getItem(key)).toContain("newer, continued");
    expect(localStorage.getItem(key)).not.toContain('"newer"');
    const next = openScreen(true);
    act(() => next.result.current.discard());
    expect(offered(next.result.current)).toEqual({ typed: "older" });
    act(() => next.result.current.discard());
    expect(drafts()).toEqual([]);
  });
});
