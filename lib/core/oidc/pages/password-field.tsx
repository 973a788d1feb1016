import { Field, type FieldProps } from "@/lib/core/oidc/pages/field";
import { Icon } from "@/lib/core/oidc/pages/icons";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface Props extends Pick<FieldProps, "name" | "label" | "error" | "autoFocus"> {
  look: PageLook;
  autoComplete: "current-password" | "new-password";
  hint?: string;
}

/** Field for a password that can be shown while it is typed, and that reports Caps Lock. The server never
 *  sends the password back. */
export function PasswordField({ look: { t }, hint, ...props }: Props) {
  return (
    <Field
      {...props}
      type="password"
      maxLength={512}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      hint={
        <>
          {hint && <span>{hint}</span>}
          <span role="status" data-caps={t("common.capsLock")} data-for={props.name} />
        </>
      }
      end={
        <button
          type="button"
          className="reveal"
          aria-label={t("common.showPassword")}
          aria-controls={props.name}
          data-show={t("common.showPassword")}
          data-hide={t("common.hidePassword")}
        >
          <Icon name="eye" className="open" />
          <Icon name="eyeOff" className="shut" />
        </button>
      }
    />
  );
}
