import type { Catalog } from "@/app/dashboard/_words/catalogs";

/** A step of a verification, and what it came to. */
export interface Step {
  outcome: "right" | "wrong" | "unable";
  /** What is said of it, with what it is filled with. */
  says: keyof Catalog["proof"]["steps"];
  values: Record<string, string | number>;
  /** Parts of an event that it is about. */
  parts?: readonly (keyof Catalog["proof"]["parts"])[];
  /** An event that has a page. */
  eventId?: string;
}

const stepThatIs =
  (outcome: Step["outcome"]) =>
  (
    says: Step["says"],
    values: Step["values"] = {},
    about: Pick<Step, "parts" | "eventId"> = {},
  ): Step => ({ outcome, says, values, ...about });

/** What is as it has to be. */
export const right = stepThatIs("right");
/** What is not. */
export const wrong = stepThatIs("wrong");
/** What nobody can tell here. */
export const unable = stepThatIs("unable");
