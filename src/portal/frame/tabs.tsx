interface TabsProps {
  label: string;
  tabs: readonly { href: string; name: string; current: boolean }[];
}

/** Links to pages beside each other, of which one is open. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul class="tabs">
        {tabs.map(({ href, name, current }) => (
          <li>
            <a href={href} {...(current ? { "aria-current": "page" as const } : {})}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
