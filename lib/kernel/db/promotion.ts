import type { ServerProbe, ServerState } from "@/lib/kernel/db/lookout";

/** The promotion of a server to the primary. */
export interface Promotion {
  cluster: string;
  timeline: number;
}

/** Whether two are the same promotion. */
export function isSame(one: Promotion, other: Promotion): boolean {
  return one.cluster === other.cluster && one.timeline === other.timeline;
}

/** Returns the right one among servers that accept writes; undefined when there is none. */
export function latestOf(
  seen: ReadonlyMap<ServerProbe, ServerState>,
  known: Promotion,
): { probe: ServerProbe; sight: ServerState & { state: "primary" } } | undefined {
  const primaries = [...seen].flatMap(([probe, sight]) =>
    sight.state === "primary" ? [{ probe, sight }] : [],
  );
  return primaries
    .filter(({ sight }) => sight.cluster !== known.cluster || sight.timeline >= known.timeline)
    .sort(
      ({ sight: one }, { sight: other }) =>
        Number(other.cluster === known.cluster) - Number(one.cluster === known.cluster) ||
        other.timeline - one.timeline,
    )[0];
}

/** Describes the state of a server for people. */
export function describeState(sight: ServerState | undefined): string {
  if (!sight) return "did not answer";
  if (sight.state === "away") return `did not answer (${sight.error.message})`;
  return sight.state === "replica" ? "only reads" : "is behind what was promoted since";
}
