import type { Command } from "commander";
import type { Check } from "@/cli/doctor/check";
import { type Extensions, extensions } from "@/lib/core/extensions";
import type { JobHandlers } from "@/lib/kernel/jobs/run-worker";

/** Commands of the command line: after a command of the core in its help, or within one. */
type FeatureCommands = ({ after: string } | { within: string }) & {
  load: () => Promise<(parent: Command) => void>;
};

/** Deletes rows that are over. @returns how many */
export type Sweep = () => Promise<number>;

/** Declaration of a feature: its extension points of the core, and its parts, each of which is loaded when it
 *  is first needed. A process that loads the list of features loads nothing else of them. */
export interface Feature extends Extensions {
  name: string;
  /** Features whose code it imports: they can be taken out only together with it. */
  needs?: readonly string[];
  /** Files and folders outside of its own that are taken out with it: routes, pages, commands, checks,
   *  journeys. A test that imports what is taken out need not be named. */
  files: readonly string[];
  /** Its pages in the menus of the dashboard, by the path that the menu has. */
  menu?: readonly string[];
  /** Handlers of its queues. */
  jobs?: JobHandlers;
  /** Its sweeps by name, in order. */
  sweeps?: Readonly<Record<string, Sweep>>;
  /** Loops that a worker runs beside its jobs, until it stops. */
  loops?: readonly (() => Promise<{ stop(): Promise<void> }>)[];
  /** Registers its metrics in a worker. */
  registerMetrics?: () => Promise<void>;
  commands?: readonly FeatureCommands[];
  /** Its checks of `atrium doctor`. */
  checks?: () => Promise<readonly Check[]>;
}

/** Returns the features of this process, in the order of their list (lib/features/all). */
export function features(): readonly Feature[] {
  // `lib/features/all` alone registers features, each of which is one of these.
  return extensions() as readonly Feature[];
}
