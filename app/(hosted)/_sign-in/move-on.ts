import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { lookFor } from "@/lib/core/oidc/pages/page-look";
import type { HostedInteraction } from "@/lib/core/oidc/sign-in/hosted-interaction";

/** Page of a sign-in that has no more questions: it continues by itself. */
export function continuePage({ request }: Visit, interaction: HostedInteraction): Response {
  const look = lookFor(request, interaction.branding);
  const { t } = look;
  const { client, goesOnAt } = interaction;
  const name = client.own ? t("security.title") : client.name;
  return pageResponse(look, {
    title: t("login.title"),
    intro: t("login.intro", { client: name }),
    goesOn: goesOnAt,
  });
}
