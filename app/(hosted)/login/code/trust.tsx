import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface Props {
  look: PageLook;
  days: number;
  trusted: boolean;
}

/** Checkbox that makes this device trusted. */
export function Trust({ look: { t }, days, trusted }: Props) {
  return (
    <div className="choice">
      <input
        type="checkbox"
        id="trust"
        name="trust"
        defaultChecked={trusted}
        aria-describedby="trust-hint"
      />
      <div>
        <label htmlFor="trust">{t("code.trust", { days })}</label>
        <p id="trust-hint" className="soft small">
          {t("code.trustHint")}
        </p>
      </div>
    </div>
  );
}
