import { css as host } from './HostView.module.css?text';
import { css as launcher } from './Launcher.module.css?text';
import { css as panel } from './Panel.module.css?text';
import { css as standIn } from './StandIn.module.css?text';

let sheet: CSSStyleSheet | undefined;

/** For each shadow root that the view is shown in; not made before there is one, since a server has no style sheets. */
export function hostSheet(): CSSStyleSheet {
	if (!sheet) {
		sheet = new CSSStyleSheet();
		sheet.replaceSync(host + launcher + panel + standIn);
		registerPaint();
	}
	return sheet;
}

/**
 * Lets the browser know that the launcher's paint is a colour: what is none then leaves what is around it, and does not make
 * the launcher transparent. Only scripts can say so to a shadow root; for the whole page, and once.
 */
function registerPaint(): void {
	try {
		CSS.registerProperty({ name: '--_lcw-paint', syntax: '<color>', inherits: true, initialValue: '#1f93ff' });
	} catch {
		// Another copy of this has, or the browser cannot: then a page's mistake shows.
	}
}
