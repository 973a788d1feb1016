import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { Notice } from "@/lib/core/oidc/pages/notice";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface Props {
  look: PageLook;
  visit: Visit;
}

const changes = [
  "added_passkey",
  "added_totp",
  "removed_passkey",
  "removed_totp",
  "removed_none",
] as const;

/** Result of the last form. It comes from the address, so only values that we know are shown. */
export function ChangeNotice({ look: { t }, visit: { asked } }: Props) {
  const count = (name: string) => /^\d{1,4}$/.exec(asked(name))?.[0];
  const [ended, forgotten] = [count("ended"), count("forgotten")];
  const change = changes.find((one) => {
    const [what = "", of] = one.split("_");
    return asked(what) === of;
  });
  let message: string | null = null;
  if (ended !== undefined) message = t("security.ended", { count: Number(ended) });
  else if (forgotten !== undefined) message = t("security.forgotten", { count: Number(forgotten) });
  else if (change) message = t(`security.told.${change}`);
  else if (asked("changed")) message = t("security.changed");
  if (message === null) return null;
  return (
    <div className="told">
      <Notice tone="good" focus>
        {message}
      </Notice>
    </div>
  );
}
