import type { RouteHandler } from "@/lib/core/http/route-handler";

/** The methods a route file can export. */
export type RouteMethod = "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The exports of a route file that a host uses. */
export type RouteModule = Partial<Record<RouteMethod, RouteHandler>>;

/** A route file: its folder as a pattern (`/api/v1/roles/[id]`, `/api/[...path]`) and its exports. `null`
 *  means that it needs Next, and is left to it. */
export interface RouteEntry {
  pattern: string;
  /** Whether it is a hosted page, and not part of the API planes. */
  page?: boolean;
  module: RouteModule | null;
}

/** The route of a path, with the values of its bracketed folders. */
export interface Match {
  module: RouteModule;
  /** Name of its folder: `/api/v1/roles/[id]`. */
  pattern: string;
  page: boolean;
  params: Record<string, string | string[]>;
}

interface Node {
  fixed: Map<string, Node>;
  dynamic: { name: string; node: Node } | null;
  rest: { name: string; optional: boolean; entry: RouteEntry } | null;
  entry: RouteEntry | null;
}

/** Finds the route of a path as Next does: a folder of its exact name before one in brackets, and a catch-all
 *  last. */
export class RouteTable {
  readonly #root: Node = empty();

  constructor(entries: readonly RouteEntry[]) {
    for (const entry of entries) this.#add(entry);
  }

  /** Returns the route of a path without its query.
   *  @returns null when Next should answer: it knows no such route either, the route is left to it, or it
   *  redirects this spelling of the path first */
  match(path: string): Match | null {
    if (!isPlain(path)) return null;
    const segments = path.split("/").slice(1);
    if (!path.includes("%")) return this.#find(segments);
    const decoded = segments.map(decodeURIComponent);
    return decoded.some(isMisread) ? null : this.#find(decoded);
  }

  /** Returns the route that Next may take a path for, in any spelling: for a host that withholds a route. */
  looseMatch(path: string): Match | null {
    return this.match(path) ?? this.#find(stepsOf(path));
  }

  #find(segments: readonly string[]): Match | null {
    const params: Match["params"] = {};
    const entry = find(this.#root, segments, 0, params);
    if (!entry?.module) return null;
    const { module, pattern, page = false } = entry;
    return { module, pattern, page, params };
  }

  #add(entry: RouteEntry): void {
    let node = this.#root;
    for (const segment of entry.pattern.split("/").slice(1)) {
      const rest = /^\[?\[\.\.\.(\w+)\]\]?$/.exec(segment);
      if (rest?.[1]) {
        node.rest = { name: rest[1], optional: segment.startsWith("[["), entry };
        return;
      }
      node = child(node, segment);
    }
    node.entry = entry;
  }
}

/** Next redirects doubled and trailing slashes, and `.` and `..`: such paths are rare and are left to it. */
function isPlain(path: string): boolean {
  return !/[\\;]|\/\/|\/\.{0,2}(\/|$)/.test(path);
}

/** Whether a percent-encoded part of a segment becomes a step of the path once it is decoded. */
function isMisread(segment: string): boolean {
  return /[/\\;\0]|^\.{0,2}$/.test(segment);
}

/** Returns the steps of a path, with everything in it counted as one that may be one. */
function stepsOf(path: string): string[] {
  const steps: string[] = [];
  for (const written of decodeURIComponent(path).split(/[\\/]+/)) {
    const [step = ""] = written.split(";");
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps;
}

function find(
  node: Node,
  segments: readonly string[],
  at: number,
  params: Match["params"],
): RouteEntry | null {
  const segment = segments[at];
  if (segment === undefined) return node.entry ?? (node.rest?.optional ? node.rest.entry : null);
  const fixed = node.fixed.get(segment);
  const found = fixed && find(fixed, segments, at + 1, params);
  if (found) return found;
  const below = node.dynamic && find(node.dynamic.node, segments, at + 1, params);
  if (node.dynamic && below) {
    params[node.dynamic.name] = segment;
    return below;
  }
  if (!node.rest) return null;
  params[node.rest.name] = segments.slice(at);
  return node.rest.entry;
}

function child(node: Node, segment: string): Node {
  const name = /^\[(\w+)\]$/.exec(segment)?.[1];
  if (name !== undefined) {
    node.dynamic ??= { name, node: empty() };
    if (node.dynamic.name !== name)
      throw new Error(`[${name}] and [${node.dynamic.name}] are in one folder`);
    return node.dynamic.node;
  }
  const existing = node.fixed.get(segment);
  if (existing) return existing;
  const made = empty();
  node.fixed.set(segment, made);
  return made;
}

function empty(): Node {
  return { fixed: new Map(), dynamic: null, rest: null, entry: null };
}
