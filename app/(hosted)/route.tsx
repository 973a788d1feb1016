import { hostedPage, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { Icon } from "@/lib/core/oidc/pages/icons";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { lookFor } from "@/lib/core/oidc/pages/page-look";

/** Page at the root: explains what this address is. */
async function show({ request }: Visit): Promise<Response> {
  const look = lookFor(request, null);
  const { t } = look;
  const links = [
    ["/dashboard", t("home.dashboard"), t("home.dashboardIntro")],
    ["/docs", t("home.api"), t("home.apiIntro")],
    ["/.well-known/openid-configuration", t("home.discovery"), t("home.discoveryIntro")],
  ] as const;
  return pageResponse(look, {
    title: t("home.title"),
    intro: t("home.intro"),
    wide: true,
    content: (
      <ul className="rows">
        {links.map(([href, label, about]) => (
          <li key={href}>
            <a href={href} className="row">
              <div>
                <p className="name">{label}</p>
                <p className="soft">{about}</p>
              </div>
              <Icon name="arrow" className="ahead soft" />
            </a>
          </li>
        ))}
      </ul>
    ),
  });
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show });
