import type { Catalog } from "@/app/dashboard/_words/catalogs";

/** Step of a verification, and its result. */
export interface Step {
  outcome: "right" | "wrong" | "unable";
  /** Text of the step, and the values of its placeholders. */
  says: keyof Catalog["proof"]["steps"];
  values: Record<string, string | number>;
  /** Parts of an event that the step is about. */
  parts?: readonly (keyof Catalog["proof"]["parts"])[];
  /** Id of an event that has a page. */
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
