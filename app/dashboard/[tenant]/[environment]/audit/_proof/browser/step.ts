import type { Catalog } from "@/app/dashboard/_words/catalogs";

/** A step of a verification, and what it came to. */
export interface Step {
  outcome: "right" | "wrong" | "unable";
  /** Text of the step, and the values of its placeholders. */
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

/** Makes a step that passed. */
export const right = stepThatIs("right");
/** Makes a step that failed. */
export const wrong = stepThatIs("wrong");
/** Makes a step that can't be decided here. */
export const unable = stepThatIs("unable");
