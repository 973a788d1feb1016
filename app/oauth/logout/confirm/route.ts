import { resource } from "@/lib/core/http/resource";
import { page, redirect } from "@/lib/core/oidc/http/oauth-responses";
import { serveLogoutConfirmation } from "@/lib/core/oidc/logout/logout-endpoint";
import { pageEndpoint } from "@/lib/core/oidc/pages/page-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: pageEndpoint({
    id: "confirmLogout",
    summary: "Confirm a sign-out",
    description: "The page of `/oauth/logout` sends this form. For browsers only.",
    responses: { 303: redirect("Signed out."), 400: page("Refused.") },
    serve: serveLogoutConfirmation,
  }),
});
