import {
  cookiePairs,
  forgetCookieHeader,
  forgetSignIn,
  interactionCookieBase,
  sessionCookieName,
  signInDialogues,
  trustedDeviceCookieName,
} from "@/lib/core/oidc/http/cookies";

// A browser sends all its cookies with each request, and many proxies refuse headers of more than 8
// KiB. So the cookies for unfinished sign-ins, and for environments with a session, are bounded:
// the oldest are removed.

/** Most bytes of started sign-ins that a browser sends with each request. */
const MOST_STARTED_BYTES = 2560;
/** Most bytes of a browser's sign-ins together with the cookies that only the sign-in pages receive. */
const MOST_OF_PAGES = 4096;
/** Most environments in which a browser has a session or is a trusted device. */
const MOST_ENVIRONMENTS = 8;

/** Makes the browser delete its oldest cookies when an answer would exceed a limit. */
export function boundCookies(request: Request, { headers }: Response): void {
  const set = headers.getSetCookie();
  if (!set.some((line) => /^(__Host-)?atrium_/.test(line))) return;
  const sizes = sizesAfter(request, set);
  for (const line of [...ofSignIns(sizes), ...ofEnvironments(sizes)])
    headers.append("set-cookie", line);
}

/** Returns the names and sizes of a browser's cookies after an answer, the newest last. */
function sizesAfter(request: Request, set: readonly string[]): Map<string, number> {
  const sizes = new Map(
    cookiePairs(request).map(([name, value]) => [name, bytesOf(name, value)] as const),
  );
  for (const line of set) {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    sizes.delete(name);
    if (!/; *Max-Age=0\b/i.test(line)) sizes.set(name, bytesOf(name, pair.slice(at + 1)));
  }
  return sizes;
}

/** Includes the equals sign, the semicolon and the space. */
const bytesOf = (name: string, value: string) => name.length + value.length + 3;

function ofSignIns(sizes: ReadonlyMap<string, number>): string[] {
  const signIns = new Map<string, { started: number; all: number }>();
  for (const [name, bytes] of sizes) {
    const { uid, isStart: isBegun } = signInOf(name) ?? {};
    if (uid === undefined) continue;
    const { started: begun = 0, all = 0 } = signIns.get(uid) ?? {};
    // The sign-in whose page set a cookie last is the newest.
    signIns.delete(uid);
    signIns.set(uid, { started: begun + (isBegun ? bytes : 0), all: all + bytes });
  }
  let startedTotal = 0;
  let all = 0;
  return [...signIns].toReversed().flatMap(([uid, own], index) => {
    startedTotal += own.started;
    all += own.all;
    const fits = index === 0 || (startedTotal <= MOST_STARTED_BYTES && all <= MOST_OF_PAGES);
    return fits ? [] : forgetSignIn(uid);
  });
}

/** Returns the sign-in that a cookie belongs to; null for any other cookie. */
function signInOf(name: string): { uid: string; isStart: boolean } | null {
  const prefix = `${interactionCookieBase()}_`;
  if (name.startsWith(prefix)) return { uid: name.slice(prefix.length), isStart: true };
  const [, dialogue, uid = ""] = /^atrium_([a-z]+)_(.+)$/.exec(name) ?? [];
  const isOfSignIn = signInDialogues.some((one) => one === dialogue);
  return isOfSignIn ? { uid, isStart: false } : null;
}

function ofEnvironments(sizes: ReadonlyMap<string, number>): string[] {
  return [sessionCookieName(""), trustedDeviceCookieName("")].flatMap((prefix) =>
    [...sizes.keys()]
      .filter((name) => name.startsWith(prefix))
      .slice(0, -MOST_ENVIRONMENTS)
      .map(forgetCookieHeader),
  );
}
