import { Icon } from "@/lib/core/oidc/pages/icons";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

/** Scopes that get a line; the others add nothing that a person can judge. */
const shownScopes = ["openid", "profile", "email", "organizations", "permissions"] as const;

interface Props {
  look: PageLook;
  scopes: readonly string[];
}

/** List of what a client would learn, a line for each requested scope. */
export function RequestedScopes({ look: { t }, scopes }: Props) {
  return (
    <ul className="ticks stack-tight">
      {shownScopes
        .filter((one) => scopes.includes(one))
        .map((one) => (
          <li key={one}>
            <Icon name="check" />
            {t(`consent.${one}`)}
          </li>
        ))}
    </ul>
  );
}
