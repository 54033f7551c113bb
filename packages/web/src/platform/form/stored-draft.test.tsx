import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";

import { clearSession, expireSession, startSession } from "../session.ts";
import { useStoredDraft } from "./stored-draft.ts";

const key = "kontor:draft:1:screen";
const drafts = () => Object.keys(localStorage).filter((each) => each.startsWith("kontor:draft"));

/** A screen with untouched input. */
function openScreen() {
  return renderHook(
    // Some screens make the value anew on each render.
    ({ typed }) =>
      useStoredDraft({ screen: "screen", value: { typed }, touched: typed !== "", several: false }),
    { initialProps: { typed: "" } },
  );
}

describe("input of the last moment, when the screen closes", () => {
  beforeEach(() => {
    localStorage.clear();
    // Another test file may have left a page of the portal open, which has drafts of its own.
    window.history.replaceState(null, "", "/app");
    startSession({ access_token: "a", user_type: "staff", is_super: false, admin_id: 1 });
  });

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
