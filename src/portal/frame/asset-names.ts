/** Made by `npm run assets`. */
export const ASSETS = {
  "portal.css": "/assets/portal/portal.a6cc591520.css",
  "portal.js": "/assets/portal/portal.9d45facc1c.js",
  "rampart.svg": "/assets/portal/rampart.c54cd3d76c.svg",
} as const;
