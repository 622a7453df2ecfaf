<?php
/** Nothing of the plugin stays behind. */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'live_chat_widget' );
