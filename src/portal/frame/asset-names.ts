/** Made by `npm run assets`. */
export const ASSETS = {
  "portal.css": "/assets/portal/portal.97b69f8099.css",
  "portal.js": "/assets/portal/portal.99a63da1e5.js",
  "rampart.svg": "/assets/portal/rampart.c54cd3d76c.svg",
} as const;
