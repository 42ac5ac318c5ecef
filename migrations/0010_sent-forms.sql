CREATE TABLE `sent_forms` (
	`hash` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sent_forms_at` ON `sent_forms` (`at`);