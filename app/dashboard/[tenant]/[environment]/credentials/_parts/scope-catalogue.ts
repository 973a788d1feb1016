import type { Catalog } from "@/app/dashboard/_words/catalogs";
import {
  type CredentialPurpose,
  dangerousScopes,
  type Scope,
  selectableScopes,
} from "@/lib/core/credentials/scopes";

type Texts = Pick<Catalog["connections"]["credentials"], "allows" | "danger" | "resources">;

/** Scope as a page shows it. */
export interface DescribedScope {
  scope: Scope;
  allows: string;
  /** Harm that a thief could do with it; null where no warning is needed. */
  danger: string | null;
}

/** Returns a scope with its description in the reader's language. */
export function describedScope(scope: Scope, { allows, danger }: Texts): DescribedScope {
  const warnings: Partial<Record<Scope, string>> = danger;
  return {
    scope,
    allows: allows[scope],
    danger: dangerousScopes.has(scope) ? (warnings[scope] ?? "") : null,
  };
}

/** Scopes of one resource. */
export interface ScopeGroup {
  name: string;
  scopes: DescribedScope[];
}

/** Returns the scopes that a purpose can have, grouped by resource. */
export function scopesByResource(purpose: CredentialPurpose, texts: Texts): ScopeGroup[] {
  const groups = new Map<string, DescribedScope[]>();
  for (const scope of selectableScopes(purpose)) {
    const resource = scope.split(":")[0] as keyof Texts["resources"];
    const name = texts.resources[resource];
    groups.set(name, [...(groups.get(name) ?? []), describedScope(scope, texts)]);
  }
  return [...groups].map(([name, scopes]) => ({ name, scopes }));
}
