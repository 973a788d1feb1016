import type { WayBack } from "@/lib/core/oidc/applications/way-back";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface Props {
  look: PageLook;
  back: WayBack | null;
  primary?: boolean;
}

/** Link to an application; nothing for one without a web address. */
export function WayOn({ look: { t }, back, primary = false }: Props) {
  if (!back?.href) return null;
  return (
    <a href={back.href} className={primary ? "button primary" : "button full"} rel="noreferrer">
      {t("expired.again", { client: back.name ?? t("security.title") })}
    </a>
  );
}
