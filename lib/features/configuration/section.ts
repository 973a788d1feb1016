import type { EnvironmentConfiguration } from "@/lib/features/configuration/contract/tenant-configuration";
import type { Names } from "@/lib/features/configuration/names";
import type { SectionName, Thing, Things } from "@/lib/features/configuration/step";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** A secret that was made while a file was applied. It is shown once. */
export interface MadeSecret {
  environment: string;
  /** The client's key. */
  key: string;
  clientId: string;
  clientSecret: string | null;
}

/** Where steps are done: in one environment, in one transaction. */
export interface Place {
  caller: Caller;
  db: Queryable;
  names: Names;
  /** What holds secrets from elsewhere, by its name. */
  variables: Readonly<Record<string, string | undefined>>;
  /** The secrets that were made. */
  secrets: MadeSecret[];
}

/** Something wrong in a file: where, as the house names it, and what. */
export interface Issue {
  /** Below the environment: the section, the key, the field. */
  path: (string | number)[];
  message: string;
  /** The thing that is not there, where that is what is wrong. */
  names?: { section: SectionName; key: string };
}

/** A reference to a thing by its key. */
export interface Reference {
  field: string;
  to: SectionName;
  key: string;
}

/** How a section of an environment is read, compared and brought to what a file wants. */
export interface Section {
  name: SectionName;
  /** What a new environment has. */
  empty: Things;
  /** What is there, by key. Ids are noted, so that later sections can name what is here. */
  read(db: Queryable, names: Names): Promise<Things>;
  /** What a file wants; undefined where it says nothing of the section. */
  wanted(file: EnvironmentConfiguration): Things | undefined;
  /** Whether a thing that can't be deleted is as good as removed. */
  isGone?(thing: Thing): boolean;
  /** What a thing names by its key. */
  references?(thing: Thing): Reference[];
  /** What is wrong with what a file wants, beside references. */
  problems?(
    wanted: Things,
    there: Things,
    context: Pick<Place, "names" | "variables" | "db">,
  ): Promise<Issue[]> | Issue[];
  create(place: Place, key: string, thing: Thing): Promise<void>;
  /** @param changes the fields that differ */
  change(place: Place, key: string, changes: Thing): Promise<void>;
  remove(place: Place, key: string): Promise<void>;
}
