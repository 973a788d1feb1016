import type { EnvironmentConfiguration } from "@/lib/features/configuration/contract/tenant-configuration";
import type { Names } from "@/lib/features/configuration/names";
import type { SectionName, Thing, Things } from "@/lib/features/configuration/step";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** A secret created while a file was applied. It is shown once. */
export interface CreatedSecret {
  environment: string;
  /** Key of the client. */
  key: string;
  clientId: string;
  clientSecret: string | null;
}

/** Context of a step: one environment, in one transaction. */
export interface StepContext {
  caller: Caller;
  db: Queryable;
  names: Names;
  /** Environment variables with secrets. */
  variables: Readonly<Record<string, string | undefined>>;
  /** Secrets created so far. */
  secrets: CreatedSecret[];
}

/** A mistake in a file. */
export interface Issue {
  /** Path below the environment: the section, the key, the field. With the code's field names. */
  path: (string | number)[];
  message: string;
  /** The unknown thing, if the mistake is a reference to one. */
  names?: { section: SectionName; key: string };
}

/** A reference to a thing by its key. */
export interface Reference {
  field: string;
  to: SectionName;
  key: string;
}

/** A section of an environment: how to read, compare and change it. */
export interface Section {
  name: SectionName;
  /** State of the section in a new environment. */
  empty: Things;
  /** Reads the current things by key, and adds their ids to `names` for later sections. */
  read(db: Queryable, names: Names): Promise<Things>;
  /** Desired state from a file; undefined if the file does not have the section. */
  desired(file: EnvironmentConfiguration): Things | undefined;
  /** Whether a thing that cannot be deleted counts as removed. */
  isGone?(thing: Thing): boolean;
  /** References of a thing, by key. */
  references?(thing: Thing): Reference[];
  /** Mistakes in the desired state, other than references. */
  problems?(
    desired: Things,
    there: Things,
    context: Pick<StepContext, "names" | "variables" | "db">,
  ): Promise<Issue[]> | Issue[];
  create(place: StepContext, key: string, thing: Thing): Promise<void>;
  /** @param changes fields that differ */
  change(place: StepContext, key: string, changes: Thing): Promise<void>;
  remove(place: StepContext, key: string): Promise<void>;
}
