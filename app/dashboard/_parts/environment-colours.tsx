import type { AdministeredEnvironment } from "@/lib/core/administrators/administrator";

type Kind = AdministeredEnvironment["kind"];

/** Colours of environments: production is never mistaken for another. */
export const environmentBars: Record<Kind, string> = {
  development: "bg-sky-600",
  staging: "bg-amber-500",
  production: "bg-red-600",
};

/** Colour of an environment, as a dot beside its name. */
export function EnvironmentDot({ kind }: { kind: Kind }) {
  return <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${environmentBars[kind]}`} />;
}
