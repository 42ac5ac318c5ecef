/** Made by `npm run assets`. */
export const ASSETS = {
  "portal.css": "/assets/portal/portal.f48cf15908.css",
  "portal.js": "/assets/portal/portal.bb4b2b42c4.js",
  "rampart.svg": "/assets/portal/rampart.c54cd3d76c.svg",
} as const;
