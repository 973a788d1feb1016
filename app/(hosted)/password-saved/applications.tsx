import type { ReachableApplication } from "@/lib/core/oidc/applications/reachable-applications";
import { Icon } from "@/lib/core/oidc/pages/icons";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface Props {
  look: PageLook;
  applications: readonly ReachableApplication[];
}

/** List of the applications that a signed-in user may go on to. */
export function Applications({ look: { t }, applications }: Props) {
  if (applications.length === 0) return <p className="soft">{t("setPassword.goBack")}</p>;
  return (
    <nav aria-label={t("setPassword.applications")}>
      <ul className="stack-tight">
        {applications.map(({ clientId, name, home }) => (
          <li key={clientId}>
            <a href={home} className="button full apart" rel="noreferrer">
              <span>{name}</span>
              <Icon name="arrow" className="ahead" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
