import { css as host } from './HostView.module.css?text';
import { css as launcher } from './core/view/Launcher.module.css?text';
import { css as panel } from './core/view/Panel.module.css?text';
import { css as placeholder } from './core/view/FramePlaceholder.module.css?text';

let sheet: CSSStyleSheet | undefined;

/**
 * One style sheet for all shadow roots. It is created with the first, since a server has no
 * `CSSStyleSheet`.
 */
export function hostSheet(): CSSStyleSheet {
	if (!sheet) {
		sheet = new CSSStyleSheet();
		sheet.replaceSync(host + launcher + panel + placeholder);
		registerPaint();
	}
	return sheet;
}

/**
 * Registers the launcher's paint as a colour, so that an invalid value falls back to the inherited
 * colour instead of making the launcher transparent. Only scripts can register a property for a
 * shadow root, and only for the whole page, once.
 */
function registerPaint(): void {
	try {
		CSS.registerProperty({ name: '--_lcw-paint', syntax: '<color>', inherits: true, initialValue: '#1f93ff' });
	} catch {
		// Another copy of this module has registered it, or the browser cannot: an invalid colour
		// of the page then has its effect.
	}
}
