import { onSessionEnd, readSession, expireSession, startSession, type SignIn } from "../session.ts";

/** What the tabs of one browser say to each other about the session, which each keeps for itself. */
type Note =
  | { type: "ask" }
  | { type: "session"; session: SignIn }
  | { type: "end"; access_token: string };

/** How long a new tab waits for another one to answer, in milliseconds. */
const patience = 150;

let channel: BroadcastChannel | null = null;
let asked = false;

// A channel reaches this origin alone; the rule means windows.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const say = (note: Note): void => channel?.postMessage(note);

/** Answers new tabs with the session of this one, and lets it end in all tabs that share it. */
export function shareSession(): void {
  channel = new BroadcastChannel("kontor-session");
  channel.addEventListener("message", ({ data }: MessageEvent<Note>) => {
    const session = readSession();
    if (session === null) return;
    if (data.type === "ask") say({ type: "session", session });
    if (data.type === "end" && data.access_token === session.access_token) {
      expireSession(window.location);
    }
  });
  onSessionEnd((access_token) => {
    if (access_token !== null) say({ type: "end", access_token });
  });
}

/**
 * Opens a new tab signed in when another tab of the browser is. It asks once, so that whoever signs out
 * here does not go on as somebody else.
 */
export async function takeSiblingsSession(): Promise<void> {
  const asking = channel;
  if (asking === null || asked) return;
  asked = true;
  const session = await new Promise<SignIn | null>((resolve) => {
    const hear = ({ data }: MessageEvent<Note>) => {
      if (data.type === "session") settle(data.session);
    };
    const settle = (answer: SignIn | null) => {
      clearTimeout(timer);
      asking.removeEventListener("message", hear);
      resolve(answer);
    };
    const timer = setTimeout(() => settle(null), patience);
    asking.addEventListener("message", hear);
    say({ type: "ask" });
  });
  if (session !== null) startSession(session);
}
