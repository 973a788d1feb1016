import {
  cookiePairs,
  forgetCookieHeader,
  forgetSignIn,
  interactionCookieBase,
  sessionCookieName,
  signInDialogues,
  trustedDeviceCookieName,
} from "@/lib/core/oidc/http/cookies";

// A browser sends all its cookies with each request, and many proxies take no header of more than 8 KiB. What a browser
// keeps of sign-ins that nobody finished, and of environments that it was signed in to, is bounded: the oldest go.

/** Bytes of the sign-ins under way that a browser sends with each request. */
const MOST_BEGUN = 2560;
/** The same with what their pages keep, which those pages alone are sent. */
const MOST_OF_PAGES = 4096;
/** Environments in which a browser has a session, or is a trusted device. */
const MOST_ENVIRONMENTS = 8;

/** Has the browser forget the oldest of what it keeps, when an answer gives it more than there is place for. */
export function boundCookies(request: Request, { headers }: Response): void {
  const set = headers.getSetCookie();
  if (!set.some((line) => /^(__Host-)?atrium_/.test(line))) return;
  const kept = keptAfter(request, set);
  for (const line of [...ofSignIns(kept), ...ofEnvironments(kept)])
    headers.append("set-cookie", line);
}

/** Names and bytes of a browser's cookies after an answer, the youngest last. */
function keptAfter(request: Request, set: readonly string[]): Map<string, number> {
  const kept = new Map(
    cookiePairs(request).map(([name, value]) => [name, bytesOf(name, value)] as const),
  );
  for (const line of set) {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    kept.delete(name);
    if (!/; *Max-Age=0\b/i.test(line)) kept.set(name, bytesOf(name, pair.slice(at + 1)));
  }
  return kept;
}

/** With the equals sign, the semicolon and the space. */
const bytesOf = (name: string, value: string) => name.length + value.length + 3;

function ofSignIns(kept: ReadonlyMap<string, number>): string[] {
  const signIns = new Map<string, { begun: number; all: number }>();
  for (const [name, bytes] of kept) {
    const { uid, isBegun } = signInOf(name) ?? {};
    if (uid === undefined) continue;
    const { begun = 0, all = 0 } = signIns.get(uid) ?? {};
    // The one of which a page was kept last is the youngest.
    signIns.delete(uid);
    signIns.set(uid, { begun: begun + (isBegun ? bytes : 0), all: all + bytes });
  }
  let begun = 0;
  let all = 0;
  return [...signIns].toReversed().flatMap(([uid, own], index) => {
    begun += own.begun;
    all += own.all;
    const fits = index === 0 || (begun <= MOST_BEGUN && all <= MOST_OF_PAGES);
    return fits ? [] : forgetSignIn(uid);
  });
}

/** The sign-in that a cookie belongs to; null for any other cookie. */
function signInOf(name: string): { uid: string; isBegun: boolean } | null {
  const begun = `${interactionCookieBase()}_`;
  if (name.startsWith(begun)) return { uid: name.slice(begun.length), isBegun: true };
  const [, dialogue, uid = ""] = /^atrium_([a-z]+)_(.+)$/.exec(name) ?? [];
  const isOfSignIn = signInDialogues.some((one) => one === dialogue);
  return isOfSignIn ? { uid, isBegun: false } : null;
}

function ofEnvironments(kept: ReadonlyMap<string, number>): string[] {
  return [sessionCookieName(""), trustedDeviceCookieName("")].flatMap((prefix) =>
    [...kept.keys()]
      .filter((name) => name.startsWith(prefix))
      .slice(0, -MOST_ENVIRONMENTS)
      .map(forgetCookieHeader),
  );
}
