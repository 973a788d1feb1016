import atrium from "@/package.json" with { type: "json" };

/** The version of this code, as package.json has it (docs/UPGRADING.md). `-dev` at its end: a release that is not made yet. */
export const VERSION: string = atrium.version;
