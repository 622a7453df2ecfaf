<?php
/**
 * Nothing of the plugin stays behind, on no site of a network either.
 *
 * @package live-chat-widget
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $live_chat_widget_site ) {
		delete_blog_option( $live_chat_widget_site, 'live_chat_widget' );
	}
} else {
	delete_option( 'live_chat_widget' );
}
