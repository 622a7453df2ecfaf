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
	}
	return sheet;
}
