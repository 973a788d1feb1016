import { CopyButton } from "@/lib/core/oidc/pages/copy-button";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { QrCode } from "@/lib/core/oidc/pages/qr-code";

interface Props {
  look: PageLook;
  /** In base32. */
  secret: string;
  /** Content of the QR code. */
  uri: string;
}

/** Secret of an authenticator app: to scan, to open on the same device, and to type. */
export function AppSecret({ look: { t }, secret, uri }: Props) {
  return (
    <div className="stack-tight">
      <QrCode text={uri} label={t("enrol.qr")} />
      <p className="centred">
        <a href={uri} className="link">
          {t("enrol.openApp")}
        </a>
      </p>
      <p className="soft small">{t("enrol.secret")}</p>
      <code className="secret" dir="ltr">
        {secret.replace(/(.{4})(?=.)/g, "$1 ")}
      </code>
      <CopyButton text={secret} done={t("enrol.copied")}>
        {t("enrol.copy")}
      </CopyButton>
    </div>
  );
}
