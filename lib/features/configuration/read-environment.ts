import { Names } from "@/lib/features/configuration/names";
import { allSections } from "@/lib/features/configuration/sections/all-sections";
import type { SectionName, Things } from "@/lib/features/configuration/step";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** State of an environment, by section. */
export interface EnvironmentState {
  there: ReadonlyMap<SectionName, Things>;
  names: Names;
}

/** Reads everything of an environment that a file can contain. */
export async function readEnvironment(db: Queryable): Promise<EnvironmentState> {
  const names = new Names();
  const there = new Map<SectionName, Things>();
  // Sequentially: sections refer to things of sections before them.
  for (const section of allSections) there.set(section.name, await section.read(db, names));
  return { there, names };
}

/** State of an environment that does not exist yet. */
export function newEnvironment(): EnvironmentState {
  return {
    there: new Map(allSections.map(({ name, empty }) => [name, empty])),
    names: new Names(),
  };
}
