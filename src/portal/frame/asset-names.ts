/** Made by `npm run assets`. */
export const ASSETS = {
  "portal.css": "/assets/portal/portal.0c72fe572d.css",
  "portal.js": "/assets/portal/portal.b7bcedbf32.js",
  "rampart.svg": "/assets/portal/rampart.c54cd3d76c.svg",
} as const;
